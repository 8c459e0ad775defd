import { readFile } from "node:fs/promises";
import type { Hex } from "viem";
import { MULTICALL_ADDRESS } from "@/lib/treasury/balances/multicall";
import type { TestChain } from "./index";

/** viem contains the bytecode that creates Multicall3. */
const SOURCE = "node_modules/viem/constants/contracts.ts";

/** Deploys Multicall3 at its address on every public network. */
export async function layMulticall({ client, faucet }: TestChain): Promise<void> {
  const [, bytecode] =
    /multicall3Bytecode =\s*['"](0x[0-9a-f]+)/.exec(await readFile(SOURCE, "utf8")) ?? [];
  if (!bytecode) throw new Error(`${SOURCE} has no Multicall3`);
  const hash = await client.sendTransaction({
    account: faucet,
    chain: null,
    data: bytecode as Hex,
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const code = contractAddress && (await client.getCode({ address: contractAddress }));
  if (!code) throw new Error("Multicall3 was not made");
  await client.setCode({ address: MULTICALL_ADDRESS, bytecode: code });
}
