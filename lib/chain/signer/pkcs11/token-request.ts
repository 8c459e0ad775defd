import type { TokenSettings } from "./token-session";

/** What the process of a token is asked for: the public key of a label, or the signature of a hash. */
export interface TokenRequest {
  settings: TokenSettings;
  label: string;
  /** 32 bytes in hexadecimal digits; without it, the public key is asked for. */
  hash?: string;
}

/** Its answer. */
export type TokenAnswer =
  | { bytes: string }
  /** `isMisuse`: opening the token again does not repair it. */
  | { fault: string; isMisuse: boolean };
