import {
  type Address,
  type Hex,
  keccak256,
  parseAbi,
  parseSignature,
  toHex,
  zeroAddress,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NETWORKS } from "@/lib/chain/networks";
import { startChain, type TestChain } from "@/test/chain";
import { untilMined } from "@/test/chain/send";
import artifacts from "./artifacts.json" with { type: "json" };

/** The behavior of USDC that this service relies on, tested on the token that simulates it. */
const { abi } = artifacts.contracts.TestStablecoin;
const payer = privateKeyToAccount(generatePrivateKey());
const payee: Address = "0x1111111111111111111111111111111111111111";

let chain: TestChain;
let token: Address;
beforeAll(async () => {
  chain = await startChain();
  token = chain.tokenAddress("usdc");
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.mint(payer.address, 100_000_000n);
});

interface Authorization {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
}

async function authorization(changes: Partial<Authorization> = {}): Promise<Authorization> {
  const { timestamp } = await chain.client.getBlock();
  return {
    from: payer.address,
    to: payee,
    value: 1_000_000n,
    validAfter: 0n,
    validBefore: timestamp + 3_600n,
    nonce: keccak256(toHex(crypto.randomUUID())),
    ...changes,
  };
}

const FIELDS = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
];
const DOMAIN = { name: "USDC", version: "2", chainId: 84532 };

const sign = (
  message: Authorization,
  primaryType:
    | "TransferWithAuthorization"
    | "ReceiveWithAuthorization" = "TransferWithAuthorization",
  domain: { name: string; version: string; chainId: number } = DOMAIN,
) =>
  payer.signTypedData({
    domain: { ...domain, verifyingContract: token },
    types: { [primaryType]: FIELDS },
    primaryType,
    message: { ...message },
  });

const listed = ({ from, to, value, validAfter, validBefore, nonce }: Authorization) =>
  [from, to, value, validAfter, validBefore, nonce] as const;

/** Calls the token. Returns `success`, or the token's reason for its refusal. */
async function call(functionName: string, args: readonly unknown[], account?: Address) {
  const request = {
    abi,
    address: token,
    functionName,
    args,
    account: account ?? chain.faucet.address,
  };
  try {
    await chain.client.simulateContract(request as never);
  } catch (error) {
    return /reason:\s*\n?(.*)/.exec(String(error))?.[1] ?? String(error);
  }
  const hash = await chain.client.writeContract({ ...request, chain: null } as never);
  return (await untilMined(chain.client, hash)).status;
}

const transfer = (message: Authorization, signature: Hex) =>
  call("transferWithAuthorization", [...listed(message), signature]);

async function isUsed(authorizer: Address, nonce: Hex): Promise<unknown> {
  return chain.client.readContract({
    abi: parseAbi(["function authorizationState(address, bytes32) view returns (bool)"]),
    address: token,
    functionName: "authorizationState",
    args: [authorizer, nonce],
  });
}

describe("a transfer by authorization", () => {
  test("moves the money once, and is refused the second time", async () => {
    const message = await authorization();
    const signature = await sign(message);
    const before = await chain.balanceOf(payee);
    expect(await isUsed(payer.address, message.nonce)).toBe(false);
    expect(await transfer(message, signature)).toBe("success");
    expect(await isUsed(payer.address, message.nonce)).toBe(true);
    expect(await transfer(message, signature)).toBe(
      "FiatTokenV2: authorization is used or canceled",
    );
    expect((await chain.balanceOf(payee)) - before).toBe(1_000_000n);
  });

  test("accepts the signature in three parts as well", async () => {
    const message = await authorization();
    const { r, s, v } = parseSignature(await sign(message));
    expect(await call("transferWithAuthorization", [...listed(message), Number(v), r, s])).toBe(
      "success",
    );
  });

  test("emits the use of the authorization, then the transfer", async () => {
    const message = await authorization();
    await transfer(message, await sign(message));
    const { logs } = await chain.client.getTransactionReceipt({
      hash: (await chain.client.getBlock()).transactions[0] as Hex,
    });
    expect(logs.map(({ topics }) => topics[0])).toEqual([
      keccak256(toHex("AuthorizationUsed(address,bytes32)")),
      keccak256(toHex("Transfer(address,address,uint256)")),
    ]);
  });

  test.each([
    ["another amount", { value: 2_000_000n }],
    ["another payee", { to: "0x2222222222222222222222222222222222222222" as Address }],
    ["another payer", { from: "0x2222222222222222222222222222222222222222" as Address }],
    ["another nonce", { nonce: `0x${"7".repeat(64)}` as Hex }],
    ["a later end", { validBefore: 2n ** 40n }],
  ])("is refused for %s than the signed one", async (_, change) => {
    const message = await authorization();
    const signature = await sign(message);
    expect(await transfer({ ...message, ...change }, signature)).toBe(
      "FiatTokenV2: invalid signature",
    );
  });

  test.each([
    ["name", { ...DOMAIN, name: "USD Coin" }],
    ["version", { ...DOMAIN, version: "1" }],
    ["chain", { ...DOMAIN, chainId: 8453 }],
  ])("is refused when signed for another %s", async (_, domain) => {
    const message = await authorization();
    const signature = await sign(message, "TransferWithAuthorization", domain);
    expect(await transfer(message, signature)).toBe("FiatTokenV2: invalid signature");
  });

  test("is refused before and after its period of validity", async () => {
    const { timestamp } = await chain.client.getBlock();
    const early = await authorization({ validAfter: timestamp + 1_000n });
    expect(await transfer(early, await sign(early))).toBe(
      "FiatTokenV2: authorization is not yet valid",
    );
    const late = await authorization({ validBefore: timestamp });
    expect(await transfer(late, await sign(late))).toBe("FiatTokenV2: authorization is expired");
  });

  test("is refused with the malleated form of its signature", async () => {
    const message = await authorization();
    const { r, s, v } = parseSignature(await sign(message));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const args = [
      ...listed(message),
      v === 27n ? 28 : 27,
      r,
      toHex(order - BigInt(s), { size: 32 }),
    ];
    expect(await call("transferWithAuthorization", args)).toMatch(/invalid signature 's' value/);
  });

  test("is refused without a signature, also for the zero address", async () => {
    const message = await authorization();
    expect(await transfer(message, "0x")).toMatch(/invalid signature length/);
    const nobodys = await authorization({ from: zeroAddress, value: 0n });
    expect(await transfer(nobodys, `0x${"00".repeat(65)}`)).toBe("FiatTokenV2: invalid signature");
  });

  test("is refused while the token is paused or an account is blocklisted, and accepted afterwards", async () => {
    const message = await authorization();
    const signature = await sign(message);
    await chain.setPaused(true);
    expect(await transfer(message, signature)).toBe("Pausable: paused");
    await chain.setPaused(false);
    for (const account of [payer.address, payee]) {
      await chain.setBlocklisted(account, true);
      expect(await transfer(message, signature)).toBe("Blacklistable: account is blacklisted");
      await chain.setBlocklisted(account, false);
    }
    expect(await isUsed(payer.address, message.nonce)).toBe(false);
    expect(await transfer(message, signature)).toBe("success");
  });

  test("is refused above the balance, and the authorization stays unused", async () => {
    const message = await authorization({ value: 10n ** 12n });
    expect(await transfer(message, await sign(message))).toBe(
      "ERC20: transfer amount exceeds balance",
    );
    expect(await isUsed(payer.address, message.nonce)).toBe(false);
  });
});

test("only the payee can use an authorization to receive", async () => {
  const message = await authorization();
  const signature = await sign(message, "ReceiveWithAuthorization");
  const args = [...listed(message), signature];
  expect(await call("receiveWithAuthorization", args)).toBe(
    "FiatTokenV2: caller must be the payee",
  );
  await chain.setBalanceOfNative(payee, 10n ** 18n);
  expect(await call("receiveWithAuthorization", args, payee)).toBe("success");
});

test("a cancelled authorization is refused, and only its signer can cancel it", async () => {
  const message = await authorization();
  const signature = await sign(message);
  const cancel = (authorizer: Address) =>
    payer.signTypedData({
      domain: { ...DOMAIN, verifyingContract: token },
      types: {
        CancelAuthorization: [
          { name: "authorizer", type: "address" },
          { name: "nonce", type: "bytes32" },
        ],
      },
      primaryType: "CancelAuthorization",
      message: { authorizer, nonce: message.nonce },
    });
  const cancelAs = async (authorizer: Address) =>
    call("cancelAuthorization", [authorizer, message.nonce, await cancel(authorizer)]);
  expect(await cancelAs(payee)).toBe("FiatTokenV2: invalid signature");
  expect(await cancelAs(payer.address)).toBe("success");
  expect(await transfer(message, signature)).toBe("FiatTokenV2: authorization is used or canceled");
});

test("only the owner can mint, burn, pause and blocklist", async () => {
  for (const [name, ...args] of [
    ["mint", payee, 1n],
    ["burn", 1n],
    ["pause"],
    ["blacklist", payee],
  ])
    expect(await call(String(name), args, payer.address)).toBe("Ownable: caller is not the owner");
  const again = ["x", "x", "1", payer.address];
  expect(await call("initialize", again, payer.address)).toMatch(/already initialized/);
});

test("an allowance cannot be exceeded by several transfers", async () => {
  await chain.setBalanceOfNative(payer.address, 10n ** 18n);
  await chain.setBalanceOfNative(payee, 10n ** 18n);
  expect(await call("approve", [payee, 5n], payer.address)).toBe("success");
  expect(await call("transferFrom", [payer.address, payee, 3n], payee)).toBe("success");
  expect(await call("transferFrom", [payer.address, payee, 3n], payee)).toBe(
    "ERC20: transfer amount exceeds allowance",
  );
});

test("the total supply is the minted amount minus the burned amount", async () => {
  const supply = async () =>
    BigInt(
      (await chain.client.readContract({
        abi,
        address: token,
        functionName: "totalSupply",
      } as never)) as bigint,
    );
  const before = await supply();
  await chain.mint(payee, 9n);
  expect(await call("burn", [4n])).toBe("success");
  expect((await supply()) - before).toBe(5n);
});

test("has the address, name, symbol, version and decimals of the real token", async () => {
  const read = (functionName: string) =>
    chain.client.readContract({ abi, address: token, functionName } as never);
  expect(token).toBe(NETWORKS.staging[0]?.tokens[0]?.address);
  expect([
    await read("name"),
    await read("symbol"),
    await read("version"),
    await read("decimals"),
  ]).toEqual(["USDC", "USDC", "2", 6]);
});
