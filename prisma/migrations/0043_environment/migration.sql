-- Which environment a database is of, said once by the first service that runs on it. A database of staging that is opened
-- as production would take its test money and the sandbox's cards for real ones, and one of production that is opened as
-- staging lets anybody with a key simulate deposits.
CREATE TABLE service_environment (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "environment" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "service_environment_pkey" PRIMARY KEY ("is_only"),
    CONSTRAINT "service_environment_only" CHECK (is_only),
    CONSTRAINT "service_environment_environment" CHECK (environment IN ('staging', 'production'))
);

-- To make a copy one of another environment is for its owner alone.
GRANT SELECT, INSERT ON service_environment TO partner_wallet_app;
