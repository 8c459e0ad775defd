import { PAGE_READER_HEADER, type PageReader, pageReaderText } from "@/lib/contract/page-reader";

let text: string | undefined;

/** Notes the reader of the open page; undefined when a page without one follows. */
export function notePageReader(reader: PageReader | undefined): void {
  text = reader && pageReaderText(reader);
}

/** Returns the header by which the service notices that the session now belongs to another person or partner. */
export const pageReaderHeader = (): Record<string, string> =>
  text === undefined ? {} : { [PAGE_READER_HEADER]: text };
