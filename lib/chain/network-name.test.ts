import { expect, test } from "vitest";
import { networkName } from "./network-name";

test.each([
  ["base", "Base"],
  ["base-sepolia", "Base Sepolia"],
  ["polygon-amoy", "Polygon Amoy"],
  ["optimism-sepolia", "Optimism Sepolia"],
])("the network %s is named %s", (chain, name) => expect(networkName(chain)).toBe(name));
