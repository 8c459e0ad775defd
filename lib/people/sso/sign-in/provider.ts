import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Connection } from "./connection";
import { DiscoveryFault, discover, type ProviderMetadata } from "./discover";
import { type SsoFailure, SsoRefusal } from "./failures";
import { EXCHANGE_MS, guardedAgent } from "./guarded-agent";
import { noteKeyAddress } from "./key-addresses";
import { isOversized } from "./limit-response";

/** Asymmetric algorithms, the ones that every provider should have first. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "RS384", "RS512", "ES384", "ES512"];

function clientOf(metadata: ProviderMetadata) {
  const supported = metadata.id_token_signing_alg_values_supported;
  const algorithm = ALGORITHMS.find((name) => supported.includes(name));
  if (algorithm === undefined)
    throw new DiscoveryFault("It signs ID tokens with no asymmetric algorithm.");
  const methods = metadata.token_endpoint_auth_methods_supported;
  const method = (["client_secret_basic", "client_secret_post"] as const).find((name) =>
    methods.includes(name),
  );
  if (method === undefined)
    throw new DiscoveryFault("Its token endpoint takes no client secret (basic or post).");
  return { id_token_signed_response_alg: algorithm, token_endpoint_auth_method: method };
}

/** Refusals of the token endpoint that say that the sign-in is too old or was used. Source: RFC 6749, section 5.2 */
const STALE = new Set(["invalid_grant"]);

/** Returns the reason of an error of openid-client: OPError has the provider's code, RPError is our own check. */
export function failureOf(error: unknown): SsoFailure {
  if (!(error instanceof Error)) return "failed";
  if (isOversized(error)) return "response_too_large";
  const code = "error" in error && typeof error.error === "string" ? error.error : undefined;
  if (error.name === "OPError") {
    if (code === undefined) return "provider_down";
    return STALE.has(code) ? "expired" : "provider_refused";
  }
  if (error.name !== "RPError") return "provider_down";
  if (error.message.startsWith("outgoing request timed out")) return "provider_down";
  return /^state /.test(error.message) ? "expired" : "token_invalid";
}

interface TokenSet {
  claims(): Record<string, unknown>;
}

/** The arguments that next-auth passes to the hooks below, as far as they use them. */
interface OpenidClient {
  callback(uri: string, params: object, checks: object): Promise<TokenSet>;
  userinfo(tokens: object): Promise<Record<string, unknown>>;
}

interface ClaimSources {
  hasUserinfo: boolean;
  /** The claim that the rules for roles read; null without one. */
  roleClaim: string | null;
}

/**
 * The userinfo endpoint adds the claims that an ID token lacks, as providers that follow OpenID Connect Core 5.4 send emails, or
 * whether they are verified, there only, and others the groups of a person, which decide the role. The ID token has precedence;
 * openid-client compares the subjects.
 */
async function allClaims(client: OpenidClient, tokens: TokenSet, sources: ClaimSources) {
  const claims = tokens.claims();
  const has = (name: string) => Object.hasOwn(claims, name);
  const isVerifiedThere = has("email") && has("email_verified");
  const isComplete = isVerifiedThere && (sources.roleClaim === null || has(sources.roleClaim));
  if (isComplete || !sources.hasUserinfo) return claims;
  const further = await client.userinfo(tokens);
  // What is verified is the email of the same response.
  const isOtherEmail = has("email") && claims.email !== further.email;
  const { email_verified } = isVerifiedThere || isOtherEmail ? claims : further;
  return { ...further, ...claims, email_verified };
}

/**
 * Makes next-auth's provider of a connection: code flow with PKCE, state and nonce, the ID token validated, every request
 * through the guarded agent. `onFailure` receives the reason when the exchange of the code fails.
 * @throws DiscoveryFault
 */
export async function providerOf(
  connection: Connection,
  loginHint: string | undefined,
  onFailure: (failure: SsoFailure) => void,
): Promise<OAuthConfig<Record<string, unknown>>> {
  const metadata = await discover(connection.issuer);
  noteKeyAddress(metadata.jwks_uri);
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      onFailure(failureOf(error));
      throw error;
    }
  };
  const params = { scope: "openid email profile", ...(loginHint && { login_hint: loginHint }) };
  return {
    ...{ id: connection.id, name: "Single sign-on", type: "oauth", idToken: true },
    issuer: metadata.issuer,
    jwks_endpoint: metadata.jwks_uri,
    clientId: connection.clientId,
    clientSecret: connection.clientSecret,
    client: clientOf(metadata),
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: EXCHANGE_MS, agent: guardedAgent() },
    authorization: { url: metadata.authorization_endpoint, params },
    token: {
      url: metadata.token_endpoint,
      request: ({ client, params: given, checks, provider }) =>
        noting(async () => {
          const { callbackUrl } = provider as unknown as { callbackUrl: string };
          return { tokens: await client.callback(callbackUrl, given, checks) };
        }),
    },
    userinfo: {
      ...(metadata.userinfo_endpoint !== undefined && { url: metadata.userinfo_endpoint }),
      request: ({ client, tokens }) =>
        noting(() =>
          allClaims(client as unknown as OpenidClient, tokens as unknown as TokenSet, {
            hasUserinfo: metadata.userinfo_endpoint !== undefined,
            roleClaim: connection.roleClaim,
          }),
        ),
    },
    profile: ({ sub }) => {
      if (typeof sub !== "string") throw new SsoRefusal("token_invalid");
      return { id: sub };
    },
  };
}
