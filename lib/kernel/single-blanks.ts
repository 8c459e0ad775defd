/** A text without blanks at its ends and with one blank where it has several in a row, as people read it on a page. */
export const singleBlanks = (text: string): string => text.trim().replaceAll(/\s+/g, " ");
