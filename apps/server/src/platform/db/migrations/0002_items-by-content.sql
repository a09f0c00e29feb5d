DROP INDEX "data_items_once";--> statement-breakpoint
CREATE UNIQUE INDEX "data_items_once" ON "data_items" USING btree (md5("content"),"group_id",(case when "dedupe" = 0 then 0 else "id" end));