package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditHistory;
import dev.outrigger.kaged.project.ProjectRecords;
import dev.outrigger.kaged.store.PluginPackages;

/// What only the operator's requests reach, and no plugin's.
record OperatorServices(AuditHistory audit, PluginPackages packages, ProjectRecords projects) {}
