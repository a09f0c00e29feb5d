CREATE SCHEMA "dynamic";
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
ALTER TABLE "dynamic_tables" ADD CONSTRAINT "dynamic_tables_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dynamic_tables_name" ON "dynamic_tables" USING btree ("tenant_id",lower("table_name_en"));