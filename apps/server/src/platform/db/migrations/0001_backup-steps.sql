CREATE TABLE "backup_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"details" jsonb,
	"failed_at" timestamp (3) with time zone,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"holder" text,
	"held_until" timestamp (3) with time zone
);
