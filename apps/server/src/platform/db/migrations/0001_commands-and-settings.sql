CREATE TABLE "command_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "command_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text,
	"msg" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "command_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "command_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cmd_sub_id" text NOT NULL,
	"command_id" integer NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"msg" text DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"command" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"file_name" text,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_runtime" ADD COLUMN "sd_card_space" bigint;--> statement-breakpoint
ALTER TABLE "device_runtime" ADD COLUMN "total_memory" bigint;--> statement-breakpoint
ALTER TABLE "device_runtime" ADD COLUMN "clock_ahead_ms" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "control" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "settings_revision" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "settings_taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "command_lines" ADD CONSTRAINT "command_lines_run_id_command_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."command_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_runs" ADD CONSTRAINT "command_runs_command_id_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_runs" ADD CONSTRAINT "command_runs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "command_lines_run" ON "command_lines" USING btree ("run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "command_runs_cmd_sub_id" ON "command_runs" USING btree ("cmd_sub_id");--> statement-breakpoint
CREATE INDEX "command_runs_command" ON "command_runs" USING btree ("command_id","state");--> statement-breakpoint
CREATE INDEX "command_runs_device" ON "command_runs" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "command_runs_open" ON "command_runs" USING btree ("device_id") WHERE "command_runs"."state" in ('queued', 'sent', 'acknowledged', 'running');--> statement-breakpoint
CREATE INDEX "commands_user" ON "commands" USING btree ("user_id");