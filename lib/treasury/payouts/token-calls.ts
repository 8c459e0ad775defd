import {
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseSignature,
  type TypedDataDefinition,
} from "viem";
import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import type { Authorization } from "./authorization";

/**
 * The used part of USDC's interface. Source: EIP-20; EIP-3009, in the form with v, r and s, which every version of USDC
 * has.
 */
export const TOKEN_ABI = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
]);

export type UnsignedAuthorization = Omit<Authorization, "signedAt" | "signature" | "state">;

const VALID_AFTER = 0n;

/**
 * Builds the message that the token holder signs.
 * @throws for a token without EIP-3009.
 */
export function authorizationToSign(
  { chainId, chain }: Network,
  { token, eip3009, address }: Token,
  { fromAddress, toAddress, amountMicroUsd, validBefore, nonce }: UnsignedAuthorization,
): TypedDataDefinition {
  if (!eip3009) throw new Error(`${token} on ${chain} cannot be moved by a signed authorization`);
  return {
    domain: { ...eip3009, chainId, verifyingContract: address },
    primaryType: "TransferWithAuthorization",
    types: {
      TransferWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    message: {
      from: fromAddress,
      to: toAddress,
      value: amountMicroUsd,
      validAfter: VALID_AFTER,
      validBefore,
      nonce,
    },
  };
}

/** The call with which anybody can submit a signed authorization to the token. */
export function transferCall(authorization: Authorization): { to: ChainAddress; data: Hex } {
  const { tokenAddress, fromAddress, toAddress, amountMicroUsd, validBefore, nonce, signature } =
    authorization;
  const { r, s, v, yParity } = parseSignature(signature);
  const data = encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: "transferWithAuthorization",
    args: [
      fromAddress,
      toAddress,
      amountMicroUsd,
      VALID_AFTER,
      validBefore,
      nonce,
      Number(v ?? BigInt(27 + yParity)),
      r,
      s,
    ],
  });
  return { to: tokenAddress, data };
}
