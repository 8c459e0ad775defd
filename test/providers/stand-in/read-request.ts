import type { IncomingMessage } from "node:http";
import type { SentFile } from "./answer";

/** The body of a request. */
export interface SentBody {
  /** The text of JSON or of a form; empty for files. */
  text: string;
  /** The texts of a form with files. */
  fields: Record<string, string> | undefined;
  files: Record<string, SentFile>;
}

const fileOf = async (file: File): Promise<SentFile> => ({
  name: file.name,
  type: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

/** Reads a form with files. A file's field has the name of the file as its text. */
async function readForm(bytes: Buffer, type: string): Promise<SentBody> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": type },
  }).formData();
  const fields: Record<string, string> = {};
  const files: Record<string, SentFile> = {};
  for (const [name, value] of form) {
    fields[name] = typeof value === "string" ? value : value.name;
    if (typeof value !== "string") files[name] = await fileOf(value);
  }
  return { text: "", fields, files };
}

/** Reads the body of a request: text, a form with files, or a file. */
export async function readRequest(incoming: IncomingMessage): Promise<SentBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const type = incoming.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) return readForm(bytes, type);
  if (!/^(image\/|application\/pdf)/.test(type))
    return { text: bytes.toString("utf8"), fields: undefined, files: {} };
  return { text: "", fields: {}, files: { body: { name: "", type, bytes } } };
}

/** The text that identifies the body of a request: the boundary of a form with files differs each time. */
export function contentOf({ text, fields, files }: SentBody): string {
  const sizes = Object.values(files).map(({ bytes }) => Buffer.from(bytes).toString("base64"));
  return fields === undefined ? text : JSON.stringify([fields, sizes]);
}
