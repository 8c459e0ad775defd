import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlResultSet,
} from "@prisma/driver-adapter-utils";
import { ColumnTypeEnum, mockMigrationAwareAdapterFactory } from "@prisma/driver-adapter-utils";

/**
 * Returns an adapter without a database. The engine connects even for a diff of files, with a single query for the
 * schema and the version of the server; the adapter responds only to this query.
 */
export function offlineAdapter(): SqlMigrationAwareDriverAdapterFactory {
  const mock = mockMigrationAwareAdapterFactory("postgres");
  return {
    ...mock,
    async connect(): Promise<SqlDriverAdapter> {
      return {
        ...(await mock.connect()),
        queryRaw: async () => whichServer,
        getConnectionInfo: () => ({ supportsRelationJoins: true }),
        dispose: async () => undefined,
      };
    },
  };
}

const whichServer: SqlResultSet = {
  columnNames: ["exists", "version", "numeric_version"],
  columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
  rows: [[true, "PostgreSQL 18.4", 180004]],
};
