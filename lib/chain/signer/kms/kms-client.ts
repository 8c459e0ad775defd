import type { KMSClient } from "@aws-sdk/client-kms";
import { kmsPackage } from "../vault-packages";

const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Returns a client of AWS KMS. Region and credentials come from where AWS's own tools take them: AWS_REGION, and the
 * role of the machine, of the container or of the environment.
 */
export function kmsClient(): KMSClient {
  return new (kmsPackage().KMSClient)({
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      // Otherwise the handler only writes a warning, and the request lasts for ever.
      throwOnRequestTimeout: true,
      // The time above ends with the first bytes of an answer.
      socketTimeout: ANSWER_TIMEOUT_MS,
    },
  });
}
