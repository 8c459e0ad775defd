const LIVES = "data-lives";
/** Marks the element of a form that says that the page is slow to load. */
const LATE = "data-late";
/** After this time the scripts have arrived on most connections, or will not arrive. */
const LATE_AFTER_MS = 10_000;
/** Marks a button whose click before hydration is repeated after it, and one that was clicked. */
export const HELD_CLICK = "data-held-click";
const CLICKED = "data-clicked";

/**
 * Runs in the page before any other script. Before hydration the browser itself would submit a form, which reloads the
 * page and loses the typed values. This script holds the submission back and marks the form busy; after a long wait it
 * shows a message. A click on a marked button would be lost; this script remembers it.
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
}, true);
addEventListener("click", (event) => {
  const button = event.target.closest?.("[${HELD_CLICK}]:not([${LIVES}])");
  if (button) button.setAttribute("${CLICKED}", "");
}, true);`;

/** Returns whether a button was clicked before hydration, and leaves later clicks to the page. */
export function releaseClick(button: HTMLElement): boolean {
  const wasClicked = button.hasAttribute(CLICKED);
  button.setAttribute(LIVES, "");
  button.removeAttribute(CLICKED);
  return wasClicked;
}

/** Submits the form if a submission is held back, and lets later submissions through. */
export function release(form: HTMLFormElement): void {
  form.setAttribute(LIVES, "");
  const late = form.querySelector<HTMLElement>(`[${LATE}]`);
  if (late) late.hidden = true;
  if (!form.hasAttribute("aria-busy")) return;
  form.removeAttribute("aria-busy");
  form.requestSubmit();
}
