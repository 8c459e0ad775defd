import { secret } from "../../passwords.ts";

/** The passwords of the cluster's own programs, beside those of the service's logins. */
export interface ClusterSecrets {
  replication: string;
  rewind: string;
  /** What Patroni's REST API asks of everybody who changes something. */
  rest: string;
  etcdRoot: string;
  /** The login of Patroni at etcd. */
  etcd: string;
  /** The login of `pooler_admin` at the console of PgBouncer. */
  poolerAdmin: string;
}

export const newClusterSecrets = (): ClusterSecrets => ({
  replication: secret(),
  rewind: secret(),
  rest: secret(),
  etcdRoot: secret(),
  etcd: secret(),
  poolerAdmin: secret(),
});
