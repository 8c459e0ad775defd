const LIVES = "data-lives";

/** On a form that was sent before it lived. */
export const WAITS = "data-waits";

/**
 * Runs in the page before any other script of it: a form that is sent before it lives would be sent by the browser, which
 * draws the page anew and loses what was typed. It waits instead.
 */
export const HOLD_FORMS = `addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("${LIVES}")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.setAttribute("${WAITS}", "");
}, true);`;

/** Sends the form if it waits for that, and from now on whenever it is sent. */
export function release(form: HTMLFormElement): void {
  form.setAttribute(LIVES, "");
  if (!form.hasAttribute(WAITS)) return;
  form.removeAttribute(WAITS);
  form.requestSubmit();
}
