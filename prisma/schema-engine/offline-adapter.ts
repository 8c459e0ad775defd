import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlResultSet,
} from "@prisma/driver-adapter-utils";
import { ColumnTypeEnum, mockMigrationAwareAdapterFactory } from "@prisma/driver-adapter-utils";

/**
 * The engine wants to have connected even for a diff that has no use for a database, and asks one
 * question: does the schema exist, and which server is it? This adapter knows that answer only.
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
