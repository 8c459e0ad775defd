/** What `npm run rehearse:failover` runs in a network of its own. */
import { withClosing } from "../../bootstrap/closing.mjs";
import { listenForStop } from "../../bootstrap/stop-signal.mjs";
import { readSettings } from "../network/run-in-own-network.ts";
import { type Prepared, rehearseCluster } from "./rehearse-cluster.ts";

listenForStop();
process.exit(await withClosing((closing) => rehearseCluster(readSettings<Prepared>(), closing)));
