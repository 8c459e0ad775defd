import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import PDFDocument from "pdfkit";

const WEIGHTS = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;
/** The scripts of the font, each in a file of its own. The first that has a character is used. */
const SCRIPTS = ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext"] as const;
type Script = (typeof SCRIPTS)[number];
type Ranges = readonly (readonly [first: number, last: number])[];

interface Fonts {
  files: readonly (readonly [name: string, content: Buffer])[];
  ranges: readonly (readonly [Script, Ranges])[];
}

/** Found when it is read: the bundler would put the id of a module in place of the path. */
const fontPath = (name: string) =>
  createRequire(join(process.cwd(), "package.json")).resolve(`@fontsource/geist/${name}`);

/** Parses `U+0000-00FF,U+0131`. */
const rangesOf = (text: string): Ranges =>
  text.split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

let fonts: Promise<Fonts> | undefined;

/** Reads the font once per process. pdfkit reads WOFF, and cannot embed WOFF2. */
async function readFonts(): Promise<Fonts> {
  const names = SCRIPTS.flatMap((script) =>
    Object.entries(WEIGHTS).map(([weight, number]) => ({ script, weight, number })),
  );
  const files = names.map(async ({ script, weight, number }) => {
    const content = await readFile(fontPath(`files/geist-${script}-${number}-normal.woff`));
    return [`${weight} ${script}`, content] as const;
  });
  const coverage: Record<Script, string> = JSON.parse(
    await readFile(fontPath("unicode.json"), "utf8"),
  );
  return {
    files: await Promise.all(files),
    ranges: SCRIPTS.map((script) => [script, rangesOf(coverage[script])] as const),
  };
}

export interface TextStyle {
  weight?: Weight;
  sizePt?: number;
  color?: string;
}

/** A PDF in the font of the pages. It splits text by script, because each script of the font is a file of its own. */
export interface TextDocument {
  pdf: PDFKit.PDFDocument;
  /** Writes one line with its left edge at `xPt`, cut with an ellipsis if it is wider than `widthPt`. */
  write: (text: string, xPt: number, yPt: number, widthPt: number, style?: TextStyle) => void;
  /** Writes one line with its right edge at `rightPt`. */
  writeRight: (text: string, rightPt: number, yPt: number, style?: TextStyle) => void;
}

interface Run {
  script: Script;
  text: string;
}

function runsOf(text: string, ranges: Fonts["ranges"]): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const script = ranges.find(([, parts]) =>
      parts.some(([first, last]) => code >= first && code <= last),
    )?.[0];
    // A character that the font lacks would be an empty box without a way to copy it.
    const run = { script: script ?? "latin", text: script ? character : "?" };
    const last = runs.at(-1);
    if (last && last.script === run.script) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

/** Begins a document whose font has the scripts of Latin, Vietnamese and Cyrillic. */
export async function beginDocument(options: PDFKit.PDFDocumentOptions): Promise<TextDocument> {
  fonts ??= readFonts();
  const { files, ranges } = await fonts;
  const pdf = new PDFDocument({ font: "", lang: "en", displayTitle: true, ...options });
  for (const [name, content] of files) pdf.registerFont(name, content);
  const use = (script: Script, { weight = "regular", sizePt = 9 }: TextStyle) =>
    pdf.font(`${weight} ${script}`).fontSize(sizePt);
  const widthOf = (text: string, style: TextStyle) =>
    runsOf(text, ranges).reduce(
      (sum, run) => sum + use(run.script, style).widthOfString(run.text),
      0,
    );
  const draw = (text: string, xPt: number, yPt: number, style: TextStyle) => {
    let left = xPt;
    for (const run of runsOf(text, ranges)) {
      use(run.script, style).fillColor(style.color ?? "#1a1a1a");
      pdf.text(run.text, left, yPt, { lineBreak: false });
      left += pdf.widthOfString(run.text);
    }
  };
  const fitted = (text: string, widthPt: number, style: TextStyle) => {
    if (widthOf(text, style) <= widthPt) return text;
    const characters = [...text];
    const cutTo = (count: number) => `${characters.slice(0, count).join("")}…`;
    // Measuring is slow, so the longest beginning that fits is found by halving.
    let [fitting, tooMany] = [0, characters.length];
    while (tooMany - fitting > 1) {
      const middle = Math.floor((fitting + tooMany) / 2);
      if (widthOf(cutTo(middle), style) <= widthPt) fitting = middle;
      else tooMany = middle;
    }
    return cutTo(fitting);
  };
  return {
    pdf,
    write: (text, xPt, yPt, widthPt, style = {}) =>
      draw(fitted(text, widthPt, style), xPt, yPt, style),
    writeRight: (text, rightPt, yPt, style = {}) =>
      draw(text, rightPt - widthOf(text, style), yPt, style),
  };
}
