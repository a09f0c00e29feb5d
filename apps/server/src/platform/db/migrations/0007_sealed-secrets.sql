CREATE TABLE "seal_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key_id" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seal_keys_one" CHECK ("seal_keys"."id" = 1)
);
--> statement-breakpoint
DROP INDEX "users_con_secret";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "con_secret_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "users_con_secret" ON "users" USING btree ("con_secret_hash");