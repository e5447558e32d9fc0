"""A kaged plugin in Python, without any library: one JSON-RPC message per line on stdin and stdout, logs on stderr.

Calls run in threads of their own, so that a long pull keeps neither a ping nor its own cancellation waiting.
"""

import http.client
import json
import sys
import threading
import urllib.parse

METHODS = ["models.list", "model.pull", "model.remove"]
LONGEST_ANSWER = 8 << 20
LONGEST_LINE = 1 << 20


class Failure(Exception):
    """An error of our own, with a word that programs can tell it by."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class BadParams(Exception):
    pass


class Cancelled(Exception):
    pass


class Call:
    """A request under way; its connection, once there is one, can be cut from outside."""

    def __init__(self, request_id):
        self.id = request_id
        self.lock = threading.Lock()
        self.cancelled = False
        self.socket = None

    def connected(self, connection):
        with self.lock:
            if self.cancelled:
                raise Cancelled()
            self.socket = connection.sock

    def cancel(self):
        with self.lock:
            self.cancelled = True
            if self.socket is not None:
                try:
                    self.socket.shutdown(2)
                except OSError:
                    pass  # It is closed already: the call is about to end anyway.


class Ollama:
    """The server's HTTP API."""

    def __init__(self, base_url):
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise BadParams("base_url must be like http://localhost:11434")
        self.base_url = base_url
        self.kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self.host = url.hostname
        self.port = url.port
        self.path = url.path.rstrip("/")

    def ask(self, call, method, path, body=None):
        """The open answer of a request that went well, and its connection, which the caller closes."""
        connection = self.kind(self.host, self.port, timeout=300)
        try:
            connection.connect()
            call.connected(connection)
            data = None if body is None else json.dumps(body).encode()
            headers = {"Accept": "application/json"}
            if data is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, self.path + path, data, headers)
            answer = connection.getresponse()
            if answer.status == 404:
                raise Failure("no_such_model", self.reason(answer, "the server has no such model"))
            if answer.status != 200:
                raise Failure("server_error", self.reason(answer, "the server answered %d" % answer.status))
            return connection, answer
        except (OSError, http.client.HTTPException) as e:
            connection.close()
            if call.cancelled:
                raise Cancelled() from e
            raise Failure("unreachable", "no answer from %s: %s" % (self.base_url, e)) from e
        except BaseException:
            connection.close()
            raise

    @staticmethod
    def reason(answer, otherwise):
        try:
            return str(json.loads(answer.read(LONGEST_LINE))["error"])
        except (ValueError, KeyError, TypeError):
            return otherwise

    def models(self, call):
        connection, answer = self.ask(call, "GET", "/api/tags")
        try:
            found = json.loads(answer.read(LONGEST_ANSWER))["models"]
            return [
                {key: model[key] for key in ("name", "size", "digest", "modified_at") if key in model} for model in found
            ]
        except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException) as e:
            if call.cancelled:
                raise Cancelled() from e
            raise Failure("server_error", "the server's list of models cannot be read: %s" % e) from e
        finally:
            connection.close()

    def pull(self, call, name, progress):
        """Follows the download line by line until the server says success."""
        connection, answer = self.ask(call, "POST", "/api/pull", {"model": name, "stream": True})
        try:
            # What the server sent before the connection was cut can still be read, and there may be much of it.
            while not call.cancelled:
                line = answer.readline(LONGEST_LINE)
                if not line:
                    raise Failure("server_error", "the server stopped in the middle of the pull")
                news = json.loads(line)
                if "error" in news:
                    raise Failure("pull_failed", str(news["error"]))
                if news.get("status") == "success":
                    return
                progress(str(news.get("status", "")), news.get("completed"), news.get("total"))
            raise Cancelled()
        except (OSError, ValueError, AttributeError, TypeError, http.client.HTTPException) as e:
            if call.cancelled:
                raise Cancelled() from e
            raise Failure("server_error", "the server's answer cannot be read: %s" % e) from e
        except Failure:
            if call.cancelled:
                raise Cancelled() from None
            raise
        finally:
            connection.close()

    def remove(self, call, name):
        connection, _ = self.ask(call, "DELETE", "/api/delete", {"model": name})
        connection.close()


class Plugin:
    def __init__(self):
        self.out = threading.Lock()
        self.calls = {}
        self.ollama = None

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=True)
        with self.out:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    def answer(self, request_id, result):
        self.send({"id": request_id, "result": result})

    def refuse(self, request_id, code, message, word=None):
        self.send({"id": request_id, "error": self.error(code, message, word)})

    @staticmethod
    def error(code, message, word=None):
        return {"code": code, "message": message, **({"data": {"code": word}} if word else {})}

    def initialize(self, params):
        if params.get("api_version") != 1:
            raise BadParams("this plugin speaks api_version 1")
        config = params.get("config") or {}
        self.ollama = Ollama(config.get("base_url", "http://localhost:11434"))
        return {
            "api_version": 1,
            "name": "ollama",
            "version": "0.1.0",
            "methods": METHODS,
            "notifications": [],
            "capabilities_used": ["net:localhost:11434"],
        }

    def serve(self, call, method, params):
        if method == "models.list":
            return {"models": self.ollama.models(call)}
        name = params.get("name")
        if not isinstance(name, str) or not name:
            raise BadParams("name must be the name of a model")
        if method == "model.remove":
            self.ollama.remove(call, name)
            return {"name": name}
        last = []

        def progress(message, completed, total):
            percent = completed * 100 // total if completed is not None and total else None
            if [message, percent] != last:
                last[:] = [message, percent]
                news = {"token": call.id, "message": message}
                if percent is not None:
                    news["percent"] = percent
                self.send({"method": "$/progress", "params": news})

        self.ollama.pull(call, name, progress)
        return {"name": name, "status": "success"}

    def run(self, call, method, params):
        outcome = self.outcome(call, method, params)
        # Before the answer goes out: whoever has it may use the id again.
        self.calls.pop(call.id, None)
        self.send({"id": call.id, **outcome})

    def outcome(self, call, method, params):
        try:
            return {"result": self.serve(call, method, params)}
        except BadParams as e:
            return {"error": self.error(-32602, str(e))}
        except Failure as e:
            return {"error": self.error(-32000, str(e), e.code)}
        except Cancelled:
            return {"error": self.error(-32000, "cancelled", "cancelled")}
        except Exception as e:  # Our own bug: told here, so that the caller does not wait for ever.
            print("bug in %s: %r" % (method, e), file=sys.stderr, flush=True)
            return {"error": self.error(-32603, "the plugin has a bug; its log says more")}

    def notified(self, method, params):
        if method == "$/cancel":
            call = self.calls.get(params.get("id"))
            if call:
                call.cancel()

    def handle(self, line):
        """False when it was the last message."""
        try:
            message = json.loads(line)
        except ValueError:
            self.refuse(None, -32700, "no JSON")
            return True
        if (
            not isinstance(message, dict)
            or message.get("jsonrpc") != "2.0"
            or not isinstance(message.get("method"), str)
            or not isinstance(message.get("params", {}), dict)
            or not isinstance(message.get("id", 0), (int, str))
        ):
            self.refuse(None, -32600, "no request: one JSON-RPC 2.0 object per line, no batches")
            return True
        method, params, request_id = message["method"], message.get("params", {}), message.get("id")
        if request_id is None:
            self.notified(method, params)
        elif method == "initialize":
            try:
                self.answer(request_id, self.initialize(params))
            except (BadParams, ValueError, TypeError, AttributeError) as e:
                self.refuse(request_id, -32602, str(e))
        elif method == "ping":
            self.answer(request_id, {})
        elif method == "shutdown":
            self.answer(request_id, {"status": "ok"})
            return False
        elif method not in METHODS:
            self.refuse(request_id, -32601, "there is no method " + method)
        elif self.ollama is None:
            self.refuse(request_id, -32600, "initialize comes first")
        elif request_id in self.calls:
            self.refuse(request_id, -32600, "a call with this id is under way")
        else:
            call = self.calls[request_id] = Call(request_id)
            threading.Thread(target=self.run, args=(call, method, params), daemon=True).start()
        return True


def main():
    plugin = Plugin()
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin.buffer:
        if line.strip() and not plugin.handle(line):
            break


if __name__ == "__main__":
    main()
