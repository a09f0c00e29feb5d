CREATE SCHEMA "dynamic";
--> statement-breakpoint
CREATE TABLE "alarm_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"alarm_count" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"robot_kind" text,
	"robot_address" text DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failure" text,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alarm_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"robot_kind" text NOT NULL,
	"robot_address" text DEFAULT '' NOT NULL,
	"robot_key" text DEFAULT '' NOT NULL,
	"at_all" boolean NOT NULL,
	"frequency" integer NOT NULL,
	"count" integer NOT NULL,
	"prefix" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"memory" integer NOT NULL,
	"offline" integer NOT NULL,
	"low_battery" integer NOT NULL,
	"service_down" boolean NOT NULL,
	"messaged_at" timestamp (3) with time zone,
	"pace_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"device_no" text NOT NULL,
	"user_id" integer NOT NULL,
	"to_user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"value" integer,
	"threshold" integer,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_id" integer,
	"ending" text,
	"lasts" boolean DEFAULT true NOT NULL,
	"calm_since" timestamp (3) with time zone,
	"messages" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"quiet_until" timestamp (3) with time zone,
	"recovery_told" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gen_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gen_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"table_comment" text NOT NULL,
	"class_name" text NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"options" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_name" text
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
CREATE TABLE "device_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_history" (
	"device_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"online" boolean NOT NULL,
	"battery" smallint,
	"battery_temp" real,
	"avail_memory" bigint,
	"sd_card_left_space" bigint,
	CONSTRAINT "device_history_device_id_at_pk" PRIMARY KEY("device_id","at")
);
--> statement-breakpoint
CREATE TABLE "device_runtime" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"online" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"online_changed_at" timestamp (3) with time zone,
	"run_mode" text,
	"service_ok" text,
	"battery" smallint,
	"is_charging" text,
	"battery_temp" real,
	"brightness" integer,
	"os_version" text,
	"apk_version" text,
	"sd_card_left_space" bigint,
	"avail_memory" bigint,
	"task_name" text,
	"msg" text,
	"sd_card_space" bigint,
	"total_memory" bigint,
	"clock_ahead_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_no" text,
	"device_id" text,
	"brand" text DEFAULT '' NOT NULL,
	"mode" text DEFAULT '' NOT NULL,
	"imei" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"group_id" integer,
	"tenant_id" integer,
	"enrolled_by_id" integer,
	"status" smallint DEFAULT 0 NOT NULL,
	"expire_time" timestamp (3) with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"control" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings_revision" text,
	"settings_taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "online_counts" (
	"at" timestamp (3) with time zone NOT NULL,
	"tenant_id" integer NOT NULL,
	"online" integer NOT NULL,
	CONSTRAINT "online_counts_at_tenant_id_pk" PRIMARY KEY("at","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "unusable_phones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unusable_phones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer,
	"agent" text NOT NULL,
	"host" text NOT NULL,
	"phones" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unusable_phones_agent" UNIQUE NULLS NOT DISTINCT("owner_id","agent")
);
--> statement-breakpoint
CREATE TABLE "dict_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dict_type" text NOT NULL,
	"dict_label" text NOT NULL,
	"dict_value" text NOT NULL,
	"dict_sort" integer DEFAULT 0 NOT NULL,
	"css_class" text DEFAULT '' NOT NULL,
	"list_class" text DEFAULT 'default' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dict_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dict_name" text NOT NULL,
	"dict_type" text NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dict_types_type" UNIQUE("dict_type")
);
--> statement-breakpoint
CREATE TABLE "dynamic_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dynamic_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"table_name" text NOT NULL,
	"table_name_en" text NOT NULL,
	"columns" jsonb NOT NULL,
	"last_column_no" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"form_name" text NOT NULL,
	"owner_id" integer NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outside_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_key_hash" text NOT NULL,
	"issuer" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"user_id" integer,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outside_bindings" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outside_identities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outside_identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "menus" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menus_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer,
	"seed_key" text,
	"menu_type" smallint NOT NULL,
	"menu_name" text NOT NULL,
	"route_name" text DEFAULT '' NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"component" text DEFAULT '' NOT NULL,
	"redirect" text DEFAULT '' NOT NULL,
	"query" text DEFAULT '' NOT NULL,
	"permission" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"order_num" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"is_frame" boolean DEFAULT false NOT NULL,
	"is_cache" boolean DEFAULT true NOT NULL,
	"affix" boolean DEFAULT false NOT NULL,
	"breadcrumb" boolean DEFAULT true NOT NULL,
	"always_show" boolean DEFAULT false NOT NULL,
	"active_menu" text DEFAULT '' NOT NULL,
	"lang_key" text DEFAULT '' NOT NULL,
	"module_type" text DEFAULT 'sys_admin' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_menus" (
	"role_id" integer NOT NULL,
	"menu_id" integer NOT NULL,
	CONSTRAINT "role_menus_role_id_menu_id_pk" PRIMARY KEY("role_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"notice_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_reads_notice_id_user_id_pk" PRIMARY KEY("notice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"notice_title" text NOT NULL,
	"notice_type" text NOT NULL,
	"notice_content" text NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"create_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" text NOT NULL,
	"kind" text NOT NULL,
	"owner_id" integer NOT NULL,
	"state" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_code" text NOT NULL,
	"post_name" text NOT NULL,
	"post_sort" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_cloud_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"projection" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"control" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_posts" (
	"user_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	CONSTRAINT "user_posts_user_id_post_id_pk" PRIMARY KEY("user_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer,
	"device_no" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"user_id" integer,
	"file_name" text NOT NULL,
	"keeps_texts" boolean NOT NULL,
	"state" text DEFAULT 'recording' NOT NULL,
	"ending" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"pictures" integer DEFAULT 0 NOT NULL,
	"inputs" integer DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "hot_devices" (
	"hot_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"msg" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hot_devices_hot_id_device_id_pk" PRIMARY KEY("hot_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "hot_scripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hot_scripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hot_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"script_id" integer NOT NULL,
	"force_update" integer NOT NULL,
	"version_popup" integer NOT NULL,
	"version_msg" text NOT NULL,
	"file" jsonb NOT NULL,
	"previous" jsonb,
	"group_ids" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"threshold" integer DEFAULT -1 NOT NULL,
	"exception_limit" integer NOT NULL,
	"when_over" integer NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"advance_minutes" integer DEFAULT 0 NOT NULL,
	"staged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "script_causes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_causes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"script_name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"message" text NOT NULL,
	"frame" text NOT NULL,
	"script_version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_exceptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause_id" integer NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"script_name" text NOT NULL,
	"script_version" text NOT NULL,
	"apk_version" text NOT NULL,
	"exception" text NOT NULL,
	"run_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_users" (
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "script_users_script_id_user_id_pk" PRIMARY KEY("script_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_id" integer NOT NULL,
	"version" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source_url" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"size" bigint NOT NULL,
	"md5" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_name" text NOT NULL,
	"platform_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"version_id" integer DEFAULT 0 NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"token_name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text DEFAULT '' NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_name" text NOT NULL,
	"ip" text NOT NULL,
	"failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_name" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"msg" text NOT NULL,
	"login_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "caches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"cache_key" text NOT NULL,
	"data_type" smallint NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"lines" text[] DEFAULT '{}'::text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"dedupe" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_handouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_handouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"item_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"device_id" integer NOT NULL,
	"device_no" text NOT NULL,
	"lease_id" text,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"dedupe" smallint DEFAULT 1 NOT NULL,
	"lot" double precision DEFAULT random() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"leased_at" timestamp (3) with time zone,
	"lease_id" text,
	"leased_by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operation_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"oper_url" text NOT NULL,
	"business_type" smallint NOT NULL,
	"request_method" text NOT NULL,
	"user_id" integer,
	"oper_name" text NOT NULL,
	"dept_name" text DEFAULT '' NOT NULL,
	"oper_ip" text NOT NULL,
	"oper_param" text DEFAULT '' NOT NULL,
	"json_result" text DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"error_msg" text DEFAULT '' NOT NULL,
	"cost_time" integer NOT NULL,
	"oper_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"token_name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parameters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parameters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"config_name" text NOT NULL,
	"config_key" text NOT NULL,
	"config_value" text,
	"built_in" boolean DEFAULT false NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"md5" text NOT NULL,
	"owner_id" integer NOT NULL,
	"temporary" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "platforms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platforms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"platform_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "departments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer,
	"dept_name" text NOT NULL,
	"order_num" integer DEFAULT 0 NOT NULL,
	"leader" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_departments" (
	"role_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	CONSTRAINT "role_departments_role_id_dept_id_pk" PRIMARY KEY("role_id","dept_id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role_name" text NOT NULL,
	"role_key" text NOT NULL,
	"role_sort" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"data_scope" smallint DEFAULT 5 NOT NULL,
	"menu_check_strictly" boolean DEFAULT true NOT NULL,
	"dept_check_strictly" boolean DEFAULT true NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"owner_id" integer,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_name" text NOT NULL,
	"nick_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"sex" smallint DEFAULT 2 NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"dept_id" integer,
	"parent_id" integer,
	"user_type" smallint DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"device_number" integer,
	"con_secret" text NOT NULL,
	"tenant_expire_time" timestamp (3) with time zone,
	"rate_limit" integer DEFAULT 0 NOT NULL,
	"login_ip" text DEFAULT '' NOT NULL,
	"login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "alarm_messages" ADD CONSTRAINT "alarm_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD CONSTRAINT "alarm_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_lines" ADD CONSTRAINT "command_lines_run_id_command_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."command_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_runs" ADD CONSTRAINT "command_runs_command_id_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_runs" ADD CONSTRAINT "command_runs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_events" ADD CONSTRAINT "device_events_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_history" ADD CONSTRAINT "device_history_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_runtime" ADD CONSTRAINT "device_runtime_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_enrolled_by_id_users_id_fk" FOREIGN KEY ("enrolled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unusable_phones" ADD CONSTRAINT "unusable_phones_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dict_items" ADD CONSTRAINT "dict_items_dict_type_dict_types_dict_type_fk" FOREIGN KEY ("dict_type") REFERENCES "public"."dict_types"("dict_type") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "dynamic_tables" ADD CONSTRAINT "dynamic_tables_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_attempts" ADD CONSTRAINT "outside_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_identities" ADD CONSTRAINT "outside_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_samples" ADD CONSTRAINT "server_samples_server_name_servers_server_name_fk" FOREIGN KEY ("server_name") REFERENCES "public"."servers"("server_name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_parent_id_menus_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menus" ADD CONSTRAINT "role_menus_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menus" ADD CONSTRAINT "role_menus_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_create_by_users_id_fk" FOREIGN KEY ("create_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_cloud_settings" ADD CONSTRAINT "user_cloud_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_posts" ADD CONSTRAINT "user_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_posts" ADD CONSTRAINT "user_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_job_runs" ADD CONSTRAINT "scheduled_job_runs_job_id_scheduled_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."scheduled_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_devices" ADD CONSTRAINT "hot_devices_hot_id_hot_scripts_id_fk" FOREIGN KEY ("hot_id") REFERENCES "public"."hot_scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_devices" ADD CONSTRAINT "hot_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_causes" ADD CONSTRAINT "script_causes_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD CONSTRAINT "script_exceptions_cause_id_script_causes_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."script_causes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD CONSTRAINT "script_exceptions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_users" ADD CONSTRAINT "script_users_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_users" ADD CONSTRAINT "script_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scripts" ADD CONSTRAINT "scripts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scripts" ADD CONSTRAINT "scripts_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caches" ADD CONSTRAINT "caches_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_groups" ADD CONSTRAINT "data_groups_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_handouts" ADD CONSTRAINT "data_handouts_group_id_data_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."data_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_items" ADD CONSTRAINT "data_items_group_id_data_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."data_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_items" ADD CONSTRAINT "data_items_leased_by_id_devices_id_fk" FOREIGN KEY ("leased_by_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_parent_id_departments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_departments" ADD CONSTRAINT "role_departments_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_departments" ADD CONSTRAINT "role_departments_dept_id_departments_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_dept_id_departments_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_parent_id_users_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_messages_user" ON "alarm_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "alarm_messages_waiting" ON "alarm_messages" USING btree ("next_try_at") WHERE "alarm_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alarm_messages_created" ON "alarm_messages" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_settings_user" ON "alarm_settings" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_lasting" ON "alarms" USING btree ("device_id","kind") WHERE "alarms"."lasts";--> statement-breakpoint
CREATE INDEX "alarms_device" ON "alarms" USING btree ("device_id","kind","id");--> statement-breakpoint
CREATE INDEX "alarms_user" ON "alarms" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "alarms_to_user" ON "alarms" USING btree ("to_user_id") WHERE "alarms"."lasts";--> statement-breakpoint
CREATE INDEX "alarms_recovered" ON "alarms" USING btree ("to_user_id") WHERE not "alarms"."lasts" and "alarms"."messages" > 0 and not "alarms"."recovery_told" and "alarms"."ending" = 'over';--> statement-breakpoint
CREATE INDEX "alarms_resolved_at" ON "alarms" USING btree ("resolved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gen_tables_name" ON "gen_tables" USING btree ("table_name");--> statement-breakpoint
CREATE INDEX "command_lines_run" ON "command_lines" USING btree ("run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "command_runs_cmd_sub_id" ON "command_runs" USING btree ("cmd_sub_id");--> statement-breakpoint
CREATE INDEX "command_runs_command" ON "command_runs" USING btree ("command_id","state");--> statement-breakpoint
CREATE INDEX "command_runs_device" ON "command_runs" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "command_runs_open" ON "command_runs" USING btree ("device_id") WHERE "command_runs"."state" in ('queued', 'sent', 'acknowledged', 'running');--> statement-breakpoint
CREATE INDEX "commands_user" ON "commands" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_events_device" ON "device_events" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "device_events_at" ON "device_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_groups_name" ON "device_groups" USING btree ("tenant_id","group_name");--> statement-breakpoint
CREATE INDEX "device_history_at" ON "device_history" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_no" ON "devices" USING btree ("device_no");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_device_id" ON "devices" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token" ON "devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "devices_group_no" ON "devices" USING btree ("group_id","device_no");--> statement-breakpoint
CREATE INDEX "devices_tenant" ON "devices" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "devices_unassigned" ON "devices" USING btree ("id") WHERE "devices"."device_no" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "dict_items_value" ON "dict_items" USING btree ("dict_type","dict_value");--> statement-breakpoint
CREATE INDEX "dict_types_created_at_index" ON "dict_types" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dynamic_tables_name" ON "dynamic_tables" USING btree ("tenant_id",lower("table_name_en"));--> statement-breakpoint
CREATE UNIQUE INDEX "forms_name" ON "forms" USING btree ("owner_id","form_name");--> statement-breakpoint
CREATE INDEX "outside_attempts_expires_at_index" ON "outside_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outside_bindings_expires_at_index" ON "outside_bindings" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outside_identities_subject" ON "outside_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "outside_identities_user_id_index" ON "outside_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "server_samples_at" ON "server_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "menus_parent_id_index" ON "menus" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "menus_seed_key" ON "menus" USING btree ("seed_key");--> statement-breakpoint
CREATE UNIQUE INDEX "menus_name" ON "menus" USING btree (coalesce("parent_id", 0),"menu_name");--> statement-breakpoint
CREATE UNIQUE INDEX "menus_path" ON "menus" USING btree (coalesce("parent_id", 0),"path") WHERE "menus"."path" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "menus_route_name" ON "menus" USING btree ("route_name") WHERE "menus"."route_name" <> '';--> statement-breakpoint
CREATE INDEX "role_menus_menu_id_index" ON "role_menus" USING btree ("menu_id");--> statement-breakpoint
CREATE INDEX "notice_reads_user_id_index" ON "notice_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notices_status_id_index" ON "notices" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_job" ON "jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "jobs_created_at_index" ON "jobs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_code" ON "posts" USING btree ("post_code");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_name" ON "posts" USING btree ("post_name");--> statement-breakpoint
CREATE INDEX "user_posts_post_id_index" ON "user_posts" USING btree ("post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recordings_running" ON "recordings" USING btree ("device_id") WHERE "recordings"."state" = 'recording';--> statement-breakpoint
CREATE INDEX "recordings_device" ON "recordings" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "recordings_tenant" ON "recordings" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "recordings_started_at" ON "recordings" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_started" ON "scheduled_job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_job" ON "scheduled_job_runs" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_job_runs_open" ON "scheduled_job_runs" USING btree ("job_id") WHERE "scheduled_job_runs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_jobs_seed" ON "scheduled_jobs" USING btree ("seed_key");--> statement-breakpoint
CREATE INDEX "scheduled_jobs_due" ON "scheduled_jobs" USING btree ("next_run_at") WHERE "scheduled_jobs"."status" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "hot_scripts_script" ON "hot_scripts" USING btree ("tenant_id","script_id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_causes_cause" ON "script_causes" USING btree ("tenant_id","script_name","fingerprint");--> statement-breakpoint
CREATE INDEX "script_causes_last" ON "script_causes" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "script_exceptions_cause" ON "script_exceptions" USING btree ("cause_id","id");--> statement-breakpoint
CREATE INDEX "script_exceptions_created" ON "script_exceptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "script_users_user" ON "script_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_versions_version" ON "script_versions" USING btree ("script_id","version");--> statement-breakpoint
CREATE INDEX "script_versions_file" ON "script_versions" USING btree ("file_name");--> statement-breakpoint
CREATE UNIQUE INDEX "scripts_name" ON "scripts" USING btree ("tenant_id","script_name");--> statement-breakpoint
CREATE INDEX "scripts_platform" ON "scripts" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_tokens_token" ON "access_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "access_tokens_user_id_index" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "captchas_expires_at_index" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_failures_user_name_ip_failed_at_index" ON "login_failures" USING btree ("user_name","ip","failed_at");--> statement-breakpoint
CREATE INDEX "login_logs_login_at_index" ON "login_logs" USING btree ("login_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "caches_key" ON "caches" USING btree ("tenant_id","cache_key");--> statement-breakpoint
CREATE INDEX "caches_expiry" ON "caches" USING btree ("expires_at") WHERE "caches"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "data_groups_name" ON "data_groups" USING btree ("tenant_id","group_name");--> statement-breakpoint
CREATE INDEX "data_handouts_group" ON "data_handouts" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "data_handouts_at" ON "data_handouts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "data_handouts_item" ON "data_handouts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "data_items_free" ON "data_items" USING btree ("group_id","id") WHERE "data_items"."lease_id" is null;--> statement-breakpoint
CREATE INDEX "data_items_lot" ON "data_items" USING btree ("group_id","lot") WHERE "data_items"."lease_id" is null;--> statement-breakpoint
CREATE INDEX "data_items_name" ON "data_items" USING btree ("group_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_items_once" ON "data_items" USING btree ("group_id",md5("content"),(case when "dedupe" = 0 then 0 else "id" end));--> statement-breakpoint
CREATE INDEX "data_items_leased" ON "data_items" USING btree ("leased_until") WHERE "data_items"."lease_id" is not null;--> statement-breakpoint
CREATE INDEX "data_items_leased_by" ON "data_items" USING btree ("leased_by_id") WHERE "data_items"."leased_by_id" is not null;--> statement-breakpoint
CREATE INDEX "operation_logs_oper_time_index" ON "operation_logs" USING btree ("oper_time");--> statement-breakpoint
CREATE INDEX "operation_logs_oper_name_index" ON "operation_logs" USING btree ("oper_name");--> statement-breakpoint
CREATE UNIQUE INDEX "parameters_key" ON "parameters" USING btree ("config_key");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_files_name" ON "stored_files" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "stored_files_created_at_index" ON "stored_files" USING btree ("created_at");--> statement-breakpoint
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
CREATE INDEX "task_runs_of_task" ON "task_runs" USING btree ("task_id","id","device_no","state");--> statement-breakpoint
CREATE INDEX "task_runs_newest" ON "task_runs" USING btree ("task_id","device_id","state") WHERE "task_runs"."is_newest";--> statement-breakpoint
CREATE INDEX "task_runs_newest_of_task" ON "task_runs" USING btree ("task_id","id","device_no","state") WHERE "task_runs"."is_newest";--> statement-breakpoint
CREATE INDEX "task_runs_device" ON "task_runs" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "task_runs_open" ON "task_runs" USING btree ("device_id") WHERE "task_runs"."state" in ('queued', 'sent', 'acknowledged', 'running');--> statement-breakpoint
CREATE INDEX "task_runs_wake" ON "task_runs" USING btree ("wake_at") WHERE "task_runs"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "task_runs_cut_short" ON "task_runs" USING btree ("id") WHERE "task_runs"."state" in ('stopped', 'expired');--> statement-breakpoint
CREATE INDEX "task_runs_failed" ON "task_runs" USING btree ("ended_at") WHERE "task_runs"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "task_runs_created" ON "task_runs" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "platforms_name" ON "platforms" USING btree ("tenant_id","platform_name");--> statement-breakpoint
CREATE INDEX "departments_parent_id_index" ON "departments" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name" ON "departments" USING btree (coalesce("parent_id", 0),"dept_name");--> statement-breakpoint
CREATE INDEX "role_departments_dept_id_index" ON "role_departments" USING btree ("dept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_key" ON "roles" USING btree ("role_key");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree ("role_name");--> statement-breakpoint
CREATE INDEX "user_roles_role_id_index" ON "user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_name" ON "users" USING btree (lower("user_name")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone") WHERE "users"."deleted_at" is null and "users"."phone" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null and "users"."email" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "users_con_secret" ON "users" USING btree ("con_secret");--> statement-breakpoint
CREATE INDEX "users_dept_id_index" ON "users" USING btree ("dept_id");--> statement-breakpoint
CREATE INDEX "users_parent_id_index" ON "users" USING btree ("parent_id");