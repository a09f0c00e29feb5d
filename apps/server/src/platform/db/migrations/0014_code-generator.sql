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
CREATE UNIQUE INDEX "gen_tables_name" ON "gen_tables" USING btree ("table_name");