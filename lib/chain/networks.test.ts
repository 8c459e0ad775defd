import { getAddress } from "viem";
import { describe, expect, test } from "vitest";
import { forgetEnv, readEnv } from "@/lib/kernel/env";
import { configureNetworks } from "@/test/chain/configure-networks";
import { testEnvironment } from "@/test/environment";
import { chainSetting, settingSuffix } from "./chain-setting";
import { findNetwork } from "./find-network";
import { findToken } from "./find-token";
import { NETWORKS, type Network } from "./networks";
import { payoutNetwork } from "./payout-network";
import { supportedNetworks } from "./supported-networks";

const all = Object.values(NETWORKS).flat();

const ENVIRONMENTS = ["production", "staging"] as const;

/** The networks of an environment while exactly these chains have a node. */
function supportedIn(environment: (typeof ENVIRONMENTS)[number], ...chains: string[]): unknown {
  configureNetworks(...chains);
  process.env.SERVICE_ENVIRONMENT = environment;
  process.env.BASE_URL = "https://cards.example.com";
  process.env.NEXTAUTH_URL = "https://cards.example.com";
  forgetEnv();
  return supportedNetworks();
}

test("equal those of the spec, each with its tokens", () => {
  const withAll = (environment: (typeof ENVIRONMENTS)[number]) =>
    supportedIn(environment, ...NETWORKS[environment].map(({ chain }) => chain));
  expect(withAll("production")).toEqual([
    { chain: "base", chainId: 8453, tokens: ["usdc"] },
    { chain: "polygon", chainId: 137, tokens: ["usdc", "usdt", "usdc.e"] },
    { chain: "optimism", chainId: 10, tokens: ["usdc", "usdt"] },
  ]);
  expect(withAll("staging")).toEqual([
    { chain: "base-sepolia", chainId: 84532, tokens: ["usdc"] },
    { chain: "polygon-amoy", chainId: 80002, tokens: ["usdc"] },
    { chain: "optimism-sepolia", chainId: 11155420, tokens: ["usdc"] },
  ]);
});

test("a network without a node is not supported: nothing would credit a deposit on it", () => {
  expect(supportedIn("production", "polygon")).toEqual([
    { chain: "polygon", chainId: 137, tokens: ["usdc", "usdt", "usdc.e"] },
  ]);
  expect(supportedIn("staging", "base-sepolia")).toEqual([
    { chain: "base-sepolia", chainId: 84532, tokens: ["usdc"] },
  ]);
  expect(supportedIn("production")).toEqual([]);
});

describe.each(all)("$chain", ({ chain, tokens, lookalikes = [], confirmations }) => {
  const name = settingSuffix(chain);
  const [own, other] = NETWORKS.production.some((network) => network.chain === chain)
    ? ENVIRONMENTS
    : (["staging", "production"] as const);
  const settingsIn = (environment: (typeof ENVIRONMENTS)[number]) =>
    readEnv({
      ...testEnvironment("postgresql://127.0.0.1/x"),
      SERVICE_ENVIRONMENT: environment,
      [`RPC_URL_${name}`]: "http://127.0.0.1:8545",
      [`CONFIRMATIONS_${name}`]: "7",
    });

  test("has settings of its own", () => {
    const env = settingsIn(own);
    expect(chainSetting(env, "RPC_URL", chain)).toBe("http://127.0.0.1:8545");
    expect(chainSetting(env, "CONFIRMATIONS", chain)).toBe(7);
  });

  test("has no node in the other environment, which does not use it", () => {
    expect(() => settingsIn(other)).toThrow(
      `RPC_URL_${name} must not be set in ${other}: its chain is of ${own}`,
    );
  });

  test("has unique addresses with valid checksums", () => {
    const addresses = [...tokens, ...lookalikes].map(({ address }) => address);
    for (const address of addresses) expect(address).toBe(getAddress(address));
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("needs more than one confirmation", () => {
    expect(confirmations).toBeGreaterThan(1);
  });
});

test("no address is used in two networks", () => {
  const addresses = all.flatMap(({ tokens }) => tokens.map(({ address }) => address));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("withdrawals are paid in USDC with EIP-3009", () => {
  for (const environment of ["production", "staging"] as const) {
    const network = payoutNetwork(environment);
    expect(findToken(network, "usdc")?.eip3009).toBeDefined();
  }
  expect(payoutNetwork("production").chain).toBe("base");
  expect(payoutNetwork("staging").chain).toBe("base-sepolia");
});

test("a token is found by its name, and by its address in any letter case", () => {
  const polygon = findNetwork("production", "polygon") as Network;
  const bridged = "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174";
  expect(findToken(polygon, "usdc.e")?.address).toBe(bridged);
  expect(findToken(polygon, bridged.toLowerCase())?.token).toBe("usdc.e");
  expect(findToken(polygon, "USDC")).toBeDefined();
});

test("bridged USDC.e on Optimism is known but not a supported token", () => {
  const optimism = findNetwork("production", "optimism") as Network;
  const bridged = "0x7F5c764cBc14f9669B88837ca1490cCa17c31607";
  expect(findToken(optimism, bridged)).toBeUndefined();
  expect(optimism.lookalikes?.map(({ address }) => address)).toContain(bridged);
});

test("a network of the other environment is not found", () => {
  expect(findNetwork("staging", "base")).toBeUndefined();
  expect(findNetwork("production", "base-sepolia")).toBeUndefined();
});
