import "@/test/database";
import { startRealSource } from "@/test/fixtures/inbound-real";
import { testInboundContract } from "@/test/providers/inbound-contract";

testInboundContract("stripe", () => startRealSource("stripe"));
