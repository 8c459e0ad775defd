/** See deploy-tokens.mjs. */
export interface LaidToken {
  address: string;
  name: string;
  symbol: string;
  version: string;
}

export function layTokens(options: {
  rpcUrl: string;
  owner: string;
  tokens: LaidToken[];
}): Promise<void>;
