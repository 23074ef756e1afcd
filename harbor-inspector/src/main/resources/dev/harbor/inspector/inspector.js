"use strict";

// Keeps a page as it is on record now: whatever the stream tells, the page is asked for again and its content put in place. Text is only ever set as text.
(() => {
  const events = document.body.dataset.events;
  const MOST_LINES = 30;
  const MOST_OFTEN_MILLIS = 1000;
  const live = document.getElementById("live");
  const activity = document.getElementById("activity");
  let asking = false;
  let again = false;

  function say(text, state) {
    live.textContent = text;
    live.dataset.state = state;
  }

  // What a person is writing is not taken away.
  function isWriting() {
    const fields = document.querySelectorAll("#content form:not([method=get]) input");
    return [...fields].some(field => field.value !== "" || field === document.activeElement);
  }

  function show(fresh) {
    const content = document.getElementById("content");
    const open = new Set([...content.querySelectorAll("details[open][data-key]")].map(each => each.dataset.key));
    const focused = document.activeElement ? document.activeElement.getAttribute("name") : null;
    if (focused && content.contains(document.activeElement)) {
      again = true;
      return;
    }
    const next = document.importNode(fresh, true);
    next.querySelectorAll("details[data-key]").forEach(each => {
      each.open = open.has(each.dataset.key);
    });
    content.replaceWith(next);
  }

  function refresh() {
    if (asking || isWriting()) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.onloadend = () => {
      const fresh = request.status === 200 && request.response ? request.response.getElementById("content") : null;
      if (fresh) {
        show(fresh);
      }
      setTimeout(() => {
        asking = false;
        if (again) {
          refresh();
        }
      }, MOST_OFTEN_MILLIS);
    };
    request.send();
  }

  function tell(event) {
    if (event.type === "run.recorded") {
      return;
    }
    const line = document.createElement("li");
    const parts = [event.at, event.type, event.tool, event.state].filter(Boolean);
    line.append(parts.join("  "));
    if (event.run) {
      const link = document.createElement("a");
      link.href = document.body.dataset.runs + "/" + encodeURIComponent(event.run);
      link.textContent = event.run;
      line.append("  ", link);
    }
    const list = activity.querySelector("ol");
    list.prepend(line);
    while (list.children.length > MOST_LINES) {
      list.lastChild.remove();
    }
    activity.hidden = false;
  }

  const source = new EventSource(events);
  source.addEventListener("open", () => {
    say("live", "live");
    refresh();
  });
  source.addEventListener("change", message => {
    tell(JSON.parse(message.data));
    refresh();
  });
  source.addEventListener("beat", refresh);
  source.addEventListener("dropped", () => say("too slow, beginning anew", "lost"));
  source.onerror = () => say("not live", "lost");
  document.addEventListener("focusout", () => {
    if (again) {
      refresh();
    }
  });
})();
