import { createTablesSql } from "../prisma/schema-engine/index.ts";

process.stdout.write(await createTablesSql());
