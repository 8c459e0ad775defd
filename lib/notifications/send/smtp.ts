import { createTransport } from "nodemailer";
import type { Options } from "nodemailer/lib/smtp-transport";
import { env } from "@/lib/kernel/env";
import type { OutgoingMail } from "../template";

const CONNECT_TIMEOUT_MS = 10_000;
/** Without a byte from the server for this time, the attempt ends. */
const SILENCE_TIMEOUT_MS = 20_000;
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The connection of an SMTP URL. `smtp:` requires STARTTLS, except to this machine. Certificates are always verified.
 */
export function smtpOptions(url: string): Options {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    requireTLS: !isTls && !LOOPBACK.has(hostname),
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
}

/** Sends one e-mail on a connection of its own. @throws the error of the connection or of the server */
export async function sendBySmtp(mail: OutgoingMail, options?: Options): Promise<void> {
  const { SMTP_URL = "", MAIL_FROM = "", BASE_URL, SUPPORT_EMAIL } = env();
  const transport = createTransport(options ?? smtpOptions(SMTP_URL));
  try {
    await transport.sendMail({
      from: MAIL_FROM,
      to: { name: "", address: mail.address },
      ...(SUPPORT_EMAIL !== undefined && { replyTo: SUPPORT_EMAIL }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${new URL(BASE_URL).hostname}>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } finally {
    transport.close();
  }
}
