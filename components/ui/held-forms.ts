const LIVES = "data-lives";
/** Of a form: the element that says that the page is late. */
const LATE = "data-late";
/** By then most connections have brought the scripts, or will not. */
const LATE_AFTER_MS = 10_000;

/**
 * Runs in the page before any other script of it: a form that is sent before it lives would be sent by the browser, which
 * draws the page anew and loses what was typed. It waits instead, and says so; when it waits long, in words.
 */
export const HOLD_FORMS = `addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("${LIVES}")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.setAttribute("aria-busy", "true");
  setTimeout(() => {
    if (form.hasAttribute("aria-busy") && !form.hasAttribute("${LIVES}"))
      form.querySelector("[${LATE}]").hidden = false;
  }, ${LATE_AFTER_MS});
}, true);`;

/** Sends the form if it waits for that, and from now on whenever it is sent. */
export function release(form: HTMLFormElement): void {
  form.setAttribute(LIVES, "");
  const late = form.querySelector<HTMLElement>(`[${LATE}]`);
  if (late) late.hidden = true;
  if (!form.hasAttribute("aria-busy")) return;
  form.removeAttribute("aria-busy");
  form.requestSubmit();
}
