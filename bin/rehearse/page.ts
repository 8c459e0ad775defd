import type { Finding } from "./findings.ts";

const [BEGIN, END] = ["<!-- figures -->", "<!-- end of figures -->"];

/** A page with new figures between its two marks. @throws Error for a page without the marks. */
export function replaceFigures(page: string, figures: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error("The page has no place for figures.");
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${page.slice(end)}`;
}

/** The first line of figures: when and on what they were measured. */
export const measuredOn = (at: Date, machine: readonly string[]) =>
  `Measured on ${at.toISOString().slice(0, 16).replace("T", " ")} UTC. ${machine.join("; ")}.`;

export const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** A line for something that had to be true. */
export const findingLine = ({ text, seen, isMet }: Finding) =>
  `- ${isMet ? "" : "**Not so:** "}${text}: ${seen}`;

/** The last lines of figures: the goals that were missed. */
export const goalLines = (missed: readonly string[]) =>
  missed.length === 0 ? ["All goals were reached."] : missed.map((each) => `Missed: ${each}`);
