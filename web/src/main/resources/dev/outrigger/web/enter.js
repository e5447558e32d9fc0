// A preview of the link must not spend it, so only a script, or a hand, sends the form.
document.forms[0].requestSubmit();
