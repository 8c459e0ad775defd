import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, type SecureContext } from "node:tls";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { DeliveryFault } from "./delivery-fault";
import { type Destination, dial } from "./dial";

let secureContext: SecureContext | undefined;

/** Like `dial`, over TLS. The certificate is verified for the host before any request data is sent. */
export async function dialTls(destination: Destination): Promise<Socket> {
  const { host, until } = destination;
  const tcp = await dial(destination);
  secureContext ??= createSecureContext();
  const socket = connect({
    socket: tcp,
    secureContext,
    host,
    servername: isIP(host) === 0 ? host : undefined,
    ALPNProtocols: ["http/1.1"],
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  });
  try {
    await once(socket, "secureConnect", { signal: until });
    return socket;
  } catch (error) {
    socket.destroy();
    tcp.destroy();
    const code = errorCodeOf(error);
    throw new DeliveryFault(
      `TLS failed${code ? ` (${code})` : ""}. Check the receiver's certificate: its host name, its dates and its chain.`,
      { cause: error },
    );
  }
}
