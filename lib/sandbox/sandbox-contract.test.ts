import "@/test/database";
import { sandboxSource } from "@/test/fixtures/inbound-sandbox";
import { testInboundContract } from "@/test/providers/inbound-contract";

testInboundContract("sandbox", async (...partners) => sandboxSource(...partners));
