CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"serial" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"clock_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auth_code" text,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "server_samples" (
	"server_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "server_samples_server_name_at_pk" PRIMARY KEY("server_name","at")
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"server_name" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_job_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_job_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" integer,
	"job_name" text NOT NULL,
	"job_group" text NOT NULL,
	"invoke_target" text NOT NULL,
	"job_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"server_name" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"done_count" integer DEFAULT 0 NOT NULL,
	"exception_info" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"job_name" text NOT NULL,
	"job_group" text NOT NULL,
	"invoke_target" text NOT NULL,
	"job_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cron_expression" text NOT NULL,
	"misfire_policy" smallint DEFAULT 0 NOT NULL,
	"concurrent" smallint DEFAULT 1 NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"seed_key" text,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "server_samples" ADD CONSTRAINT "server_samples_server_name_servers_server_name_fk" FOREIGN KEY ("server_name") REFERENCES "public"."servers"("server_name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_job_runs" ADD CONSTRAINT "scheduled_job_runs_job_id_scheduled_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."scheduled_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_samples_at" ON "server_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_started" ON "scheduled_job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_job" ON "scheduled_job_runs" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_open" ON "scheduled_job_runs" USING btree ("job_id") WHERE "scheduled_job_runs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_jobs_seed" ON "scheduled_jobs" USING btree ("seed_key");--> statement-breakpoint
CREATE INDEX "scheduled_jobs_due" ON "scheduled_jobs" USING btree ("next_run_at") WHERE "scheduled_jobs"."status" = 0;