import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { urlFault, urlPolicy } from "@/lib/webhooks/delivery/check-url";
import { faultText } from "@/lib/webhooks/delivery/delivery-fault";
import { EXCHANGE_MS, guardedAgent } from "./guarded-agent";
import { isOversized } from "./limit-response";

const endpoint = z.string().max(2048);
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});

/** The configuration of an identity provider, checked. */
export type ProviderMetadata = z.output<typeof metadataSchema>;

/** The configuration of an identity provider could not be used. The message is a sentence for the partner's people. */
export class DiscoveryFault extends Error {
  override readonly name = "DiscoveryFault";
}

/** Reads a URL that was checked before. Redirects are not followed. */
function read(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "http:" ? requestHttp : requestHttps;
    const headers = { accept: "application/json", "accept-encoding": "identity" };
    const request = send(url, { agent: guardedAgent(), timeout: EXCHANGE_MS, headers });
    request.on("timeout", () => request.destroy(new DiscoveryFault("It did not respond in time.")));
    request.on("error", reject);
    request.on("response", (answer) => {
      if (answer.statusCode === 200) text(answer).then(resolve, reject);
      else reject(new DiscoveryFault(`It responded with ${answer.statusCode}.`));
      if (answer.statusCode !== 200) answer.destroy();
    });
    request.end();
  });
}

function parsed(body: string): ProviderMetadata {
  try {
    return metadataSchema.parse(JSON.parse(body));
  } catch (error) {
    const message =
      "It did not respond with a configuration of OpenID Connect (issuer, authorization_endpoint, token_endpoint, jwks_uri).";
    throw new DiscoveryFault(message, { cause: error });
  }
}

function check(metadata: ProviderMetadata, issuer: string): void {
  // The issuer is half of the identity: a provider must not speak for another one.
  if (metadata.issuer !== issuer)
    throw new DiscoveryFault(
      `It names another issuer: ${metadata.issuer.slice(0, 200)}. Enter the issuer exactly like that.`,
    );
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
  const endpoints = { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint };
  for (const [name, url] of Object.entries(endpoints)) {
    const fault = url === undefined ? undefined : urlFault(url, urlPolicy());
    if (fault !== undefined) throw new DiscoveryFault(`Its ${name} ${fault}.`);
  }
}

/**
 * Reads and checks the configuration of an identity provider: its issuer is exactly the given one, and all its endpoints are
 * addresses that the service may call. The rules are those of webhook URLs, because a partner chooses both (threat 18): plain
 * HTTP to this machine only where WEBHOOK_ALLOW_LOOPBACK allows it. Source: OpenID Connect Discovery 1.0, section 4
 * @throws DiscoveryFault with what to correct.
 */
export async function discover(issuer: string): Promise<ProviderMetadata> {
  const fault = urlFault(issuer, urlPolicy());
  if (fault !== undefined) throw new DiscoveryFault(`The issuer ${fault}.`);
  const url = new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  try {
    const metadata = parsed(await read(url));
    check(metadata, issuer);
    return metadata;
  } catch (error) {
    if (error instanceof DiscoveryFault) throw error;
    const message = isOversized(error)
      ? "Its configuration exceeds 1 MB."
      : faultText(error).replaceAll("webhook URL", "issuer").replaceAll("receiver", "provider");
    throw new DiscoveryFault(message, { cause: error });
  }
}
