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
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"severity" text NOT NULL,
	"values" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"opening_sent" boolean DEFAULT false NOT NULL,
	"end_sent" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("kind","subject") WHERE "incidents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_opened" ON "incidents" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "incidents_ended" ON "incidents" USING btree ("ended_at");