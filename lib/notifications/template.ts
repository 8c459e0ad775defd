import type { MailContent } from "./contents/content";

/** The name on the pages. */
const PRODUCT = "Cards and wallet";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail that is ready to be sent. */
export interface OutgoingMail extends RenderedMail {
  /** The id of the row: the same for each attempt. */
  id: string;
  address: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Makes one line of a text that people wrote, so that no name can add lines to a message or headers to a mail. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const QUIET = "color:#5f6672";
const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:1.5">${escaped(text)}</p>`;
const factRow = ([label, value]: readonly [string, string]) =>
  `<tr><th scope="row" style="padding:6px 16px 6px 0;${QUIET};font-size:13px;font-weight:400;text-align:left;vertical-align:top;white-space:nowrap">${escaped(label)}</th><td style="padding:6px 0;font-size:13px;overflow-wrap:anywhere;word-break:break-word">${escaped(value)}</td></tr>`;
const button = ({ label, url }: NonNullable<MailContent["action"]>) =>
  `<p style="margin:0 0 24px"><a href="${escaped(url)}" style="display:inline-block;padding:10px 18px;background:#1f4fd8;border-radius:6px;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`;
const small = (text: string) =>
  `<p style="margin:0 0 8px;${QUIET};font-size:13px;line-height:1.5;overflow-wrap:anywhere">${escaped(text)}</p>`;

function htmlOf(
  { heading, paragraphs, facts, action, afterwards }: Plain,
  isStaging: boolean,
): string {
  const table =
    facts.length === 0
      ? ""
      : `<table role="presentation" style="margin:0 0 24px;border-collapse:collapse">${facts.map(factRow).join("")}</table>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(heading)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f5f7;color:#15181e;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #dfe2e7;border-radius:8px">
<p style="margin:0 0 24px;${QUIET};font-size:13px;font-weight:600">${escaped(headOf(isStaging))}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join("\n")}
${table}${action ? button(action) : ""}
<div style="padding-top:16px;border-top:1px solid #dfe2e7">${afterwards.map(small).join("\n")}</div>
</div></body></html>
`;
}

function textOf(
  { heading, paragraphs, facts, action, afterwards }: Plain,
  isStaging: boolean,
): string {
  const blocks = [
    headOf(isStaging),
    heading,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterwards,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const headOf = (isStaging: boolean) => (isStaging ? `${PRODUCT} · Staging` : PRODUCT);

type Plain = Omit<MailContent, "subject" | "facts"> & {
  facts: readonly (readonly [string, string])[];
};

/** The only form of e-mails: text and HTML of the same content. Every text is escaped and stays on its line. */
export function renderMail(content: MailContent, isStaging: boolean): RenderedMail {
  const plain: Plain = {
    heading: oneLine(content.heading),
    paragraphs: content.paragraphs.map(oneLine),
    facts: (content.facts ?? []).map(([label, value]) => [label, oneLine(value)] as const),
    ...(content.action && { action: content.action }),
    afterwards: content.afterwards.map(oneLine),
  };
  return {
    subject: oneLine(content.subject),
    text: textOf(plain, isStaging),
    html: htmlOf(plain, isStaging),
  };
}
