CREATE TABLE "script_pull_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_pull_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pull_id" integer NOT NULL,
	"file" text NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"run_key" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"msg" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "script_pulls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_pulls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"url" text NOT NULL,
	"sha" text NOT NULL,
	"is_fork" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"status_error" text DEFAULT '' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "script_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"platform_id" integer NOT NULL,
	"address" text NOT NULL,
	"branch" text NOT NULL,
	"folder" text NOT NULL,
	"auth_kind" text NOT NULL,
	"secret" text DEFAULT '' NOT NULL,
	"known_hosts" text DEFAULT '' NOT NULL,
	"interval_minutes" integer NOT NULL,
	"hook_key" text NOT NULL,
	"hook_secret" text NOT NULL,
	"provider" text NOT NULL,
	"api_address" text DEFAULT '' NOT NULL,
	"api_token" text DEFAULT '' NOT NULL,
	"test_phone_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries_forks" boolean DEFAULT false NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"detail" text DEFAULT '' NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"commit" jsonb,
	"result" jsonb,
	"tried_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "commit" jsonb;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "source_id" integer;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "source_file" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "source_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "source_missing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "script_pull_tries" ADD CONSTRAINT "script_pull_tries_pull_id_script_pulls_id_fk" FOREIGN KEY ("pull_id") REFERENCES "public"."script_pulls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_pull_tries" ADD CONSTRAINT "script_pull_tries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_pulls" ADD CONSTRAINT "script_pulls_source_id_script_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."script_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_sources" ADD CONSTRAINT "script_sources_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_sources" ADD CONSTRAINT "script_sources_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_pull_tries_pull" ON "script_pull_tries" USING btree ("pull_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_pull_tries_run" ON "script_pull_tries" USING btree ("run_key");--> statement-breakpoint
CREATE INDEX "script_pulls_source" ON "script_pulls" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "script_pulls_open" ON "script_pulls" USING btree ("id") WHERE "script_pulls"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "script_sources_name" ON "script_sources" USING btree ("tenant_id","source_name");--> statement-breakpoint
CREATE UNIQUE INDEX "script_sources_hook" ON "script_sources" USING btree ("hook_key");--> statement-breakpoint
CREATE INDEX "script_sources_platform" ON "script_sources" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "script_sources_next" ON "script_sources" USING btree ("next_at") WHERE "script_sources"."next_at" is not null;--> statement-breakpoint
ALTER TABLE "scripts" ADD CONSTRAINT "scripts_source_id_script_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."script_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scripts_source" ON "scripts" USING btree ("source_id","source_file") WHERE "scripts"."source_id" is not null;