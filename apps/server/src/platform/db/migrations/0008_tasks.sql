CREATE TABLE "task_device_params" (
	"task_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "task_device_params_task_id_device_id_pk" PRIMARY KEY("task_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "task_devices" (
	"task_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	CONSTRAINT "task_devices_task_id_device_id_pk" PRIMARY KEY("task_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "task_groups" (
	"task_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "task_groups_task_id_group_id_pk" PRIMARY KEY("task_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "task_shares" (
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "task_shares_task_id_user_id_pk" PRIMARY KEY("task_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_name" text NOT NULL,
	"script_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"exec_type" smallint NOT NULL,
	"schedule_type" smallint DEFAULT 0 NOT NULL,
	"start_time" timestamp (3) with time zone,
	"end_time" timestamp (3) with time zone,
	"day_time" text,
	"cron_text" text DEFAULT '' NOT NULL,
	"delay_second" integer DEFAULT 0 NOT NULL,
	"exec_number" integer DEFAULT 0 NOT NULL,
	"cache_script" smallint DEFAULT 1 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"missed_policy" smallint DEFAULT 0 NOT NULL,
	"retries" smallint DEFAULT 0 NOT NULL,
	"retry_seconds" integer DEFAULT 30 NOT NULL,
	"timeout_seconds" integer DEFAULT 0 NOT NULL,
	"memory_megabytes" integer DEFAULT 64 NOT NULL,
	"stack_kilobytes" integer DEFAULT 512 NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source_task_id" integer,
	"status" smallint DEFAULT 1 NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_firings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_firings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"fired_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"skipped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"msg" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_key" text NOT NULL,
	"task_id" integer NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"msg" text DEFAULT '' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	"is_newest" boolean DEFAULT true NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"script_version" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"wake_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_device_params" ADD CONSTRAINT "task_device_params_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_device_params" ADD CONSTRAINT "task_device_params_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_devices" ADD CONSTRAINT "task_devices_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_devices" ADD CONSTRAINT "task_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_groups" ADD CONSTRAINT "task_groups_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_groups" ADD CONSTRAINT "task_groups_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_shares" ADD CONSTRAINT "task_shares_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_shares" ADD CONSTRAINT "task_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_source_task_id_tasks_id_fk" FOREIGN KEY ("source_task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_firings" ADD CONSTRAINT "task_firings_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_lines" ADD CONSTRAINT "task_lines_run_id_task_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."task_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_device_params_device" ON "task_device_params" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "task_devices_device" ON "task_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "task_groups_group" ON "task_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "task_shares_user" ON "task_shares" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("next_run_at") WHERE "tasks"."status" = 0 and "tasks"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_tenant" ON "tasks" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "tasks_script" ON "tasks" USING btree ("script_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_firings_due" ON "task_firings" USING btree ("task_id","due_at");--> statement-breakpoint
CREATE INDEX "task_firings_fired" ON "task_firings" USING brin ("fired_at");--> statement-breakpoint
CREATE INDEX "task_lines_run" ON "task_lines" USING btree ("run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_runs_key" ON "task_runs" USING btree ("run_key");--> statement-breakpoint
CREATE INDEX "task_runs_task" ON "task_runs" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "task_runs_newest" ON "task_runs" USING btree ("task_id","device_id","state") WHERE "task_runs"."is_newest";--> statement-breakpoint
CREATE INDEX "task_runs_device" ON "task_runs" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "task_runs_open" ON "task_runs" USING btree ("device_id") WHERE "task_runs"."state" in ('queued', 'sent', 'acknowledged', 'running');--> statement-breakpoint
CREATE INDEX "task_runs_wake" ON "task_runs" USING btree ("wake_at") WHERE "task_runs"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "task_runs_failed" ON "task_runs" USING btree ("ended_at") WHERE "task_runs"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "task_runs_created" ON "task_runs" USING brin ("created_at");