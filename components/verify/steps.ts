import type { Answers } from "./use-answers";

/** The steps of the check. The first one explains; the others are numbered. */
export const STEPS = ["start", "document", "picture", "face", "review"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_NAMES: Record<Step, string> = {
  start: "Before you start",
  document: "Document",
  picture: "Photo",
  face: "Face check",
  review: "Review",
};

/** Whether a step is complete. */
const IS_DONE: Record<Step, (answers: Answers) => boolean> = {
  start: () => true,
  document: ({ documentKind, country }) => documentKind !== undefined && country !== undefined,
  picture: ({ sample }) => sample !== undefined,
  face: ({ faceChecked }) => faceChecked === true,
  review: () => true,
};

/** Returns the requested step, or an earlier one that is not complete. */
export function reachableStep(wanted: string | null, answers: Answers): Step {
  const index = (STEPS as readonly (string | null)[]).indexOf(wanted);
  const open = STEPS.slice(0, Math.max(index, 0)).find((step) => !IS_DONE[step](answers));
  return open ?? STEPS[index] ?? "start";
}

export function stepAfter(step: Step): Step {
  return STEPS[STEPS.indexOf(step) + 1] ?? "review";
}
