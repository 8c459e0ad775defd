import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { TRUSTED } from "./certificates";

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  isEncrypted: boolean;
  parsed: ParsedMail;
}

interface MailServerOptions {
  /** The login that the server requires. */
  login?: { user: string; pass: string };
  hasStartTls?: boolean;
  /** The refusal of a recipient: `[code, text]`. */
  refuse?: (recipient: string) => readonly [code: number, text: string] | undefined;
  /** The refusal of a message after its data. */
  refuseData?: () => readonly [code: number, text: string] | undefined;
  /** Stores the message, then cuts the connection instead of an answer. */
  cutAfterData?: () => boolean;
  /** Never answers to DATA. */
  isSilent?: boolean;
}

function refusal([responseCode, text]: readonly [number, string]): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** A mail server that keeps what it receives. Its certificate is valid for 127.0.0.1 under the tests' authority. */
export async function startMailServer(options: MailServerOptions = {}) {
  const {
    login,
    hasStartTls = false,
    refuse,
    refuseData,
    cutAfterData,
    isSilent = false,
  } = options;
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const settings: SMTPServerOptions = {
    ...TRUSTED,
    disabledCommands: [...(login ? [] : ["AUTH"]), ...(hasStartTls ? [] : ["STARTTLS"])],
    authOptional: login === undefined,
    allowInsecureAuth: !hasStartTls,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass)
        return done(null, { user: username });
      return done(refusal([535, "Authentication failed"]));
    },
    onRcptTo({ address }, _session, done) {
      const refused = refuse?.(address);
      return done(refused ? refusal(refused) : null);
    },
    async onData(stream, session, done) {
      const parsed = await simpleParser(stream);
      const refused = refuseData?.();
      if (refused) return done(refusal(refused));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        isEncrypted: session.secure,
        parsed,
      });
      if (isSilent) return;
      if (cutAfterData?.()) for (const socket of sockets) socket.destroy();
      else done();
    },
  };
  const server = new SMTPServer(settings);
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const credentials = login
    ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@`
    : "";
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    received,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
