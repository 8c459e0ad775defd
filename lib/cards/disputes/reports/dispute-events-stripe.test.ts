import "@/test/database";
import { testDisputeEvents } from "@/test/providers/dispute-events";

testDisputeEvents("stripe");
