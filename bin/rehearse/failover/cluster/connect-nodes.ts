import type { Closing } from "../../../bootstrap/closing.mjs";
import { connectHosts, type Network } from "../../network/connect-hosts.ts";
import {
  ADDRESSES,
  type NodeName,
  PRIMARY,
  PRIMARY_ADDRESS,
  SERVICE_ADDRESS,
  SERVICE_HOST,
} from "./places.ts";

/** Makes each node a host of a network, and this process the host of the service, with the names of docs/high-availability.md. */
export const connectNodes = (hostsPath: string, closing: Closing): Promise<Network<NodeName>> =>
  connectHosts({
    hosts: ADDRESSES,
    own: SERVICE_ADDRESS,
    names: { ...ADDRESSES, [SERVICE_HOST]: SERVICE_ADDRESS, [PRIMARY]: PRIMARY_ADDRESS },
    hostsPath,
    closing,
  });
