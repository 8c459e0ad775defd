const LIVES = "data-lives";

/**
 * Runs in the page before any other script of it: a form that is sent before it lives would be sent by the browser, which
 * draws the page anew and loses what was typed. It waits instead, and says so.
 */
export const HOLD_FORMS = `addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("${LIVES}")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.setAttribute("aria-busy", "true");
}, true);`;

/** Sends the form if it waits for that, and from now on whenever it is sent. */
export function release(form: HTMLFormElement): void {
  form.setAttribute(LIVES, "");
  if (!form.hasAttribute("aria-busy")) return;
  form.removeAttribute("aria-busy");
  form.requestSubmit();
}
