const LIVES = "data-lives";
/** Marks the element of a form that says that the page is slow to load. */
const LATE = "data-late";
/** After this time the scripts have arrived on most connections, or will not arrive. */
const LATE_AFTER_MS = 10_000;

/**
 * Runs in the page before any other script. Before hydration the browser itself would submit a form, which reloads the
 * page and loses the typed values. This script holds the submission back and marks the form busy; after a long wait it
 * shows a message.
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

/** Submits the form if a submission is held back, and lets later submissions through. */
export function release(form: HTMLFormElement): void {
  form.setAttribute(LIVES, "");
  const late = form.querySelector<HTMLElement>(`[${LATE}]`);
  if (late) late.hidden = true;
  if (!form.hasAttribute("aria-busy")) return;
  form.removeAttribute("aria-busy");
  form.requestSubmit();
}
